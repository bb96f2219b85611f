from datetime import date, timedelta

from django.test import TestCase

from atlas.catalogue.models import Book, Copy
from atlas.people.models import Reader, User

from .models import Loan, LoanPolicy


class OverdueLoans(TestCase):
    def setUp(self):
        book = Book.objects.create(title="A Coast Pilot", shelfmark="910.4 PIL")
        self.copy = Copy.objects.create(item=book, barcode="30000000000001", acquired_on=date(2020, 1, 1))
        self.reader = Reader.objects.create(user=User.objects.create(username="ines"), card_number="R-000001")
        self.policy = LoanPolicy.objects.create(name="Standard")

    def lend(self, days_ago, returned=False):
        lent_on = date.today() - timedelta(days=days_ago)
        return Loan.objects.create(
            copy=self.copy,
            reader=self.reader,
            policy=self.policy,
            lent_on=lent_on,
            due_on=lent_on + timedelta(days=self.policy.days),
            returned_on=date.today() if returned else None,
        )

    def test_a_loan_past_its_day_is_overdue(self):
        loan = self.lend(days_ago=40)
        self.assertEqual(list(Loan.objects.overdue()), [loan])

    def test_a_returned_loan_is_not(self):
        self.lend(days_ago=40, returned=True)
        self.assertFalse(Loan.objects.overdue().exists())
