from django.contrib import admin

from .models import Fine, Loan, LoanPolicy, Reservation


@admin.register(Loan)
class LoanAdmin(admin.ModelAdmin):
    list_display = ["copy", "reader", "lent_on", "due_on", "returned_on"]
    list_filter = ["policy"]
    date_hierarchy = "lent_on"
    raw_id_fields = ["copy", "reader"]


@admin.register(Reservation)
class ReservationAdmin(admin.ModelAdmin):
    list_display = ["item", "reader", "state", "expires_on"]
    list_filter = ["state"]


admin.site.register([LoanPolicy, Fine])
