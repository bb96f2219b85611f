from django.contrib import admin

from .models import Expedition, Instrument, Observation, Station


class StationInline(admin.TabularInline):
    model = Station
    extra = 0


@admin.register(Expedition)
class ExpeditionAdmin(admin.ModelAdmin):
    list_display = ["name", "region", "begins_on", "ends_on"]
    inlines = [StationInline]


@admin.register(Observation)
class ObservationAdmin(admin.ModelAdmin):
    list_display = ["station", "taken_at", "quality", "observer"]
    list_filter = ["quality"]


admin.site.register(Instrument)
