/** Decimals, days and spans of time in fields, held against the migrations that have them. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { tell } from '../untold.ts';

const models = (field: string): string => `
import datetime as dt
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")

class Kept(models.Model):
    field = ${field}
`;

const decimal = (more: string): string => `models.DecimalField(max_digits=9, decimal_places=4, ${more})`;
const migration = (field: string): string => `import datetime
from decimal import Decimal
from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel("Kept", [
        ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("field", ${field}),
    ])]
`;

/** What is told of a field that a migration has in another way, and how much is left open. */
const tellOf = (context: TestContext, field: string, written: string): [string[], number] => {
  const { told, open } = tell(context, models(field), {}, { 'core/migrations/0001_initial.py': migration(written) });
  return [told, open];
};

const changed: [string[], number] = [['core field_altered kept field'], 0];
const same: [string[], number] = [[], 0];

test('a default that is calculated is compared as what it comes to', (context) => {
  const tellDefault = (given: string, written: string): [string[], number] =>
    tellOf(context, decimal(`default=${given}`), decimal(`default=Decimal("${written}")`));
  assert.deepEqual(tellDefault('CENT * 50', '0.50'), same);
  assert.deepEqual(tellDefault('CENT * 51', '0.50'), changed);
  assert.deepEqual(tellDefault('Decimal("1.005").quantize(CENT, rounding=ROUND_HALF_UP)', '1.01'), same);
  assert.deepEqual(tellDefault('Decimal("1") / 4', '0.20'), changed);
  const tellSpan = (given: string): [string[], number] =>
    tellOf(
      context,
      `models.DurationField(default=${given})`,
      'models.DurationField(default=datetime.timedelta(days=2))',
    );
  assert.deepEqual(tellSpan('dt.timedelta(days=1) * 2'), same);
  assert.deepEqual(tellSpan('2 * dt.timedelta(days=2)'), changed);
});

test('a default that is a float is another one than the decimal it looks like', (context) => {
  const written = decimal('default=Decimal("9.99")');
  assert.deepEqual(tellOf(context, decimal('default=9.99'), written), changed);
  assert.deepEqual(tellOf(context, decimal('default=Decimal(9.99)'), written), changed);
  assert.deepEqual(tellOf(context, decimal('default=Decimal("9.990")'), written), same);
  assert.deepEqual(tellOf(context, decimal('default=0.5'), decimal('default=Decimal("0.5")')), same);
});

test('a day that is read from a text is no change', (context) => {
  const written = 'models.DateField(default=datetime.date(2024, 2, 29))';
  const tellDay = (given: string): [string[], number] => tellOf(context, `models.DateField(default=${given})`, written);
  assert.deepEqual(tellDay('dt.date.fromisoformat("2024-02-29")'), same);
  assert.deepEqual(tellDay('dt.date.fromisoformat("2024-03-01")'), changed);
  assert.deepEqual(tellDay('dt.date.fromisocalendar(2024, 9, 4)'), [[], 1]);
  assert.deepEqual(tellDay('dt.date(2024, 2, 28) + dt.timedelta(days=1)'), same);
});

test('a time is compared as that of the world, whatever its zone', (context) => {
  const written = 'models.DateTimeField(default=datetime.datetime(2029, 12, 31, 23, 0, tzinfo=datetime.timezone.utc))';
  const zone = 'tzinfo=dt.timezone(dt.timedelta(hours=1))';
  const tellTime = (given: string): [string[], number] =>
    tellOf(context, `models.DateTimeField(default=${given})`, written);
  assert.deepEqual(tellTime(`dt.datetime(2030, 1, 1, ${zone})`), same);
  assert.deepEqual(tellTime(`dt.datetime(2030, 1, 1, 1, ${zone})`), changed);
  assert.deepEqual(tellTime('dt.datetime(2029, 12, 31, 23)'), changed);
});
