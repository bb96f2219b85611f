from django.apps import AppConfig


class CatalogueConfig(AppConfig):
    name = "atlas.catalogue"
    default_auto_field = "django.db.models.BigAutoField"
