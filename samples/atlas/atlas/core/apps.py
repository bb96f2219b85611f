from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "atlas.core"
    verbose_name = "Core"
