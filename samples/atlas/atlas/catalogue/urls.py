from django.urls import path

from . import views

app_name = "catalogue"

urlpatterns = [
    path("", views.ItemList.as_view(), name="items"),
    path("<uuid:public_id>/", views.ItemDetail.as_view(), name="item"),
]
