from django.apps import AppConfig
class RegistryConfig(AppConfig):
    name = 'registry'
    label = 'reg'
    def ready(self):
        from . import late
