from django.contrib.admin.views.decorators import staff_member_required
from django.http import JsonResponse

from .models import Loan


@staff_member_required
def overdue(request):
    loans = Loan.objects.overdue().select_related("copy", "reader__user")
    return JsonResponse(
        {
            "loans": [
                {"barcode": loan.copy.barcode, "card": loan.reader.card_number, "due_on": loan.due_on.isoformat()}
                for loan in loans
            ]
        }
    )
