from django.apps import AppConfig


class LendingConfig(AppConfig):
    name = "atlas.lending"
