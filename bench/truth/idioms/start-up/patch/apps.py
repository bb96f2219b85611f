from django.apps import AppConfig
class PatchConfig(AppConfig):
    name = 'patch'
    def ready(self):
        from . import patches
