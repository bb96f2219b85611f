/** The routes in order. The overview comes with the shell, the code of the other pages after it. */
import { Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { HomePage, LostPage } from '../pages/home/index.tsx';
import { OverviewPage } from '../pages/overview/index.tsx';
import { Lines } from '../parts/states.tsx';
import { useWorkspaces } from '../queries.ts';
import { late, useFetched } from './late.tsx';

const SchemaPage = late(() => import('../pages/schema/index.tsx').then((page) => page.SchemaPage));
const MigrationsPage = late(() => import('./later.ts').then((page) => page.MigrationsPage));
const RunsPage = late(() => import('./later.ts').then((page) => page.RunsPage));
const RunPage = late(() => import('./later.ts').then((page) => page.RunPage));
const LogsPage = late(() => import('./later.ts').then((page) => page.LogsPage));
const FixturesPage = late(() => import('./later.ts').then((page) => page.FixturesPage));
const AddPage = late(() => import('./later.ts').then((page) => page.AddPage));
const AdminPage = late(() => import('./later.ts').then((page) => page.AdminPage));

const fetched = [SchemaPage, MigrationsPage, RunsPage, RunPage, LogsPage, FixturesPage, AddPage, AdminPage];

function WorkspacePages({ slug }: { slug: string }) {
  const workspaces = useWorkspaces();
  if (workspaces.data && !workspaces.data.some((each) => each.slug === slug)) return <LostPage />;
  return (
    <Switch>
      <Route path="/w/:slug">
        <OverviewPage slug={slug} />
      </Route>
      <Route path="/w/:slug/schema">
        <SchemaPage slug={slug} />
      </Route>
      <Route path="/w/:slug/migrations">
        <MigrationsPage slug={slug} />
      </Route>
      <Route path="/w/:slug/runs">
        <RunsPage slug={slug} />
      </Route>
      <Route path="/w/:slug/runs/:id">{({ id }) => <RunPage slug={slug} number={id} key={id} />}</Route>
      <Route path="/w/:slug/logs">
        <LogsPage slug={slug} />
      </Route>
      <Route path="/w/:slug/fixtures">
        <FixturesPage slug={slug} />
      </Route>
      <Route>
        <LostPage />
      </Route>
    </Switch>
  );
}

export function Pages() {
  useFetched(fetched);
  return (
    <Suspense fallback={<Lines />}>
      <Switch>
        <Route path="/">
          <HomePage />
        </Route>
        <Route path="/add">
          <AddPage />
        </Route>
        <Route path="/admin">
          <Redirect to="/admin/workspaces" replace />
        </Route>
        <Route path="/admin/:section">{({ section }) => <AdminPage section={section} />}</Route>
        <Route path="/w/:slug/*?">{({ slug }) => <WorkspacePages slug={slug} key={slug} />}</Route>
        <Route>
          <LostPage />
        </Route>
      </Switch>
    </Suspense>
  );
}
