from django.urls import path

from . import views

app_name = "lending"

urlpatterns = [
    path("overdue/", views.overdue, name="overdue"),
]
