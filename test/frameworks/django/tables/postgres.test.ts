/** The tables of a PostgreSQL server, which the live project tells. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';
import { noPsycopg } from '../../../django-python.ts';
import { noPostgres, type Postgres, postgres } from '../../../postgres.ts';
import { inputFor, plainSettings, runCommand, runProbe, writeProject } from '../throwaway.ts';

const settingsFor = ({ host, port, user, password }: Postgres): string =>
  plainSettings(
    ['shop'],
    `DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "shelves", "USER": "${user}",
    "PASSWORD": "${password}", "HOST": "${host}", "PORT": "${port}", "OPTIONS": {"options": "-c search_path=app,public"}}}`,
  );

const long = 'a_name_that_is_longer_than_the_sixty_three_bytes_that_postgresql_keeps_of_one';

const models = `from django.db import models


class Author(models.Model):
    name = models.CharField(max_length=50, db_column="FullName")


class Item(models.Model):
    x = models.IntegerField()

    class Meta:
        db_table = "Item"


class Long(models.Model):
    x = models.IntegerField(db_column="${long}")

    class Meta:
        db_table = "${long}"


class Part(models.Model):
    x = models.IntegerField()


class Sum(models.Model):
    x = models.IntegerField()
`;

describe('the tables of a project on PostgreSQL', { skip: noPostgres || noPsycopg }, () => {
  let server: Postgres;
  const change = (sql: string): Promise<string> => server.sql(`SET search_path = app, public; ${sql}`, 'shelves');

  before(async () => {
    server = await postgres();
    await server.sql('CREATE DATABASE shelves');
    await server.sql('CREATE SCHEMA app', 'shelves');
  });

  test('are told by the names that the server keeps: cut where too long, with capital letters, the first in its search path', async (context) => {
    const root = writeProject(context, {
      'proj/settings.py': settingsFor(server),
      'shop/__init__.py': '',
      'shop/models.py': models,
    });
    const tellTables = async (): Promise<string[]> => {
      const live = { output: runProbe(root), readAt: '2026-01-01T00:00:00.000Z' };
      const { migrations } = await read(inputFor(root, { live }), createReadingMemory());
      assert.equal(migrations.tables, 12);
      return migrations.problems.map(({ severity, message }) => `${severity}: ${message}`).sort();
    };
    runCommand(root, 'makemigrations', '-v0', '--skip-checks', 'shop');
    runCommand(root, 'migrate', '-v0', '--skip-checks');
    await change(`CREATE TABLE public.shop_author (another int NOT NULL); CREATE TABLE app.item (another int NOT NULL);
      DROP TABLE shop_part; CREATE TABLE shop_part (id bigserial, x int NOT NULL) PARTITION BY RANGE (x);
      CREATE TABLE shop_part_1 PARTITION OF shop_part FOR VALUES FROM (0) TO (10);
      DROP TABLE shop_sum; CREATE VIEW shop_sum AS SELECT 1 AS id, 2 AS x`);
    assert.deepEqual(await tellTables(), []);

    await change(`ALTER TABLE "Item" RENAME TO old_item; ALTER TABLE shop_author RENAME "FullName" TO FullName;
      CREATE DOMAIN moment AS timestamptz DEFAULT now();
      ALTER TABLE shop_author ADD seen moment NOT NULL, ADD number int GENERATED ALWAYS AS IDENTITY;
      ALTER TABLE shop_part ADD words tsvector NOT NULL;
      CREATE FUNCTION give_words() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.words := NULL; RETURN NEW; END';
      CREATE TRIGGER words BEFORE INSERT ON shop_part FOR EACH ROW EXECUTE FUNCTION give_words()`);
    assert.deepEqual(await tellTables(), [
      'error: The database has no table Item for shop.Item, though every migration of shop is recorded as applied.',
      'error: The table shop_author has no column FullName for the field name of shop.Author, though every migration of shop is recorded as applied.',
      'info: The table shop_author has a column number that no field of shop.Author has.',
      'info: The table shop_author has a column seen that no field of shop.Author has.',
      'info: The table shop_part has a column words that no field of shop.Part has.',
      'warning: The table shop_author has a column fullname that no field of shop.Author has and that needs a value: rows that Django adds give it none.',
    ]);
  });
});
