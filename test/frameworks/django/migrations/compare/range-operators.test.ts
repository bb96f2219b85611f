/** How PostgreSQL compares ranges, held against the migrations that have its signs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../untold.ts';

const models = (operator: string): string => `
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeOperators

class Kept(models.Model):
    days = DateRangeField()

    class Meta:
        constraints = [ExclusionConstraint(name="apart", expressions=[("days", RangeOperators.${operator})])]
`;

const migration = `import django.contrib.postgres.constraints
import django.contrib.postgres.fields.ranges
from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel("Kept", [
            ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("days", django.contrib.postgres.fields.ranges.DateRangeField()),
        ]),
        migrations.AddConstraint("kept", django.contrib.postgres.constraints.ExclusionConstraint(
            name="apart", expressions=[("days", "&&")])),
    ]
`;

test('a constraint that compares ranges in another way is a change', (context) => {
  const tellOf = (operator: string): string[] => {
    const { told, open } = tell(context, models(operator), {}, { 'core/migrations/0001_initial.py': migration });
    assert.equal(open, 0);
    return told;
  };
  assert.deepEqual(tellOf('OVERLAPS'), []);
  assert.deepEqual(tellOf('CONTAINS'), ['core constraint_changed kept']);
});
