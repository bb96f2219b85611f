/** The routes in order. A page's code is loaded when it is first shown; the overview comes with the shell. */
import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { HomePage, LostPage } from '../pages/home/index.tsx';
import { OverviewPage } from '../pages/overview/index.tsx';
import { Lines } from '../parts/states.tsx';
import { useWorkspaces } from '../queries.ts';
import { StatusWatch } from './watch/status-watch.tsx';

const SchemaPage = lazy(() => import('../pages/schema/index.tsx').then((page) => ({ default: page.SchemaPage })));
const MigrationsPage = lazy(() =>
  import('../pages/migrations/index.tsx').then((page) => ({ default: page.MigrationsPage })),
);
const RunsPage = lazy(() => import('../pages/runs/index.tsx').then((page) => ({ default: page.RunsPage })));
const RunPage = lazy(() => import('../pages/runs/run-page.tsx').then((page) => ({ default: page.RunPage })));
const LogsPage = lazy(() => import('../pages/logs/index.tsx').then((page) => ({ default: page.LogsPage })));
const FixturesPage = lazy(() => import('../pages/fixtures/index.tsx').then((page) => ({ default: page.FixturesPage })));
const AddPage = lazy(() => import('../pages/add/index.tsx').then((page) => ({ default: page.AddPage })));
const AdminPage = lazy(() => import('../pages/admin/index.tsx').then((page) => ({ default: page.AdminPage })));

function WorkspacePages({ slug }: { slug: string }) {
  const workspaces = useWorkspaces();
  if (workspaces.data && !workspaces.data.some((each) => each.slug === slug)) return <LostPage />;
  return (
    <>
      <StatusWatch slug={slug} />
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
        <Route path="/w/:slug/runs/:id">{({ id }) => <RunPage slug={slug} id={Number(id)} key={id} />}</Route>
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
    </>
  );
}

export function Pages() {
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
