from django.apps import AppConfig
class PlugConfig(AppConfig):
    name = 'plug'
    label = 'plugs'
    default = True
    default_auto_field = 'django.db.models.AutoField'
    def ready(self):
        from . import signals
