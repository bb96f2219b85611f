from django.apps import AppConfig


class SurveysConfig(AppConfig):
    name = "atlas.surveys"
    verbose_name = "Field surveys"
