import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { Boundary } from './parts/boundary.tsx';
import { writeWaiting } from './parts/hooks/late-address.ts';
import { Gate } from './shell/gate.tsx';
import { late } from './shell/late.tsx';
import { colourScheme, cssVariables, theme } from './theme.ts';
import { basePath } from './wire/base.ts';
import { leaveForLogin } from './wire/session-loss.ts';

/** Who has a session does without its fields. */
const LoginPage = late(() => import('./pages/login/index.tsx').then((page) => page.LoginPage));

const client = new QueryClient({
  // The service is on this machine: the browser's idea of being offline says nothing about it.
  defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
  mutationCache: new MutationCache({ onError: leaveForLogin }),
  queryCache: new QueryCache({ onError: leaveForLogin }),
});

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colourScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={client}>
        <Boundary>
          <Router
            base={basePath}
            aroundNav={(navigate, to, options) => {
              writeWaiting();
              // What is kept with an entry of the history stays with it under another address.
              navigate(to, options?.replace ? { state: window.history.state, ...options } : options);
            }}
          >
            <Switch>
              <Route path="/login">
                <Suspense>
                  <LoginPage />
                </Suspense>
              </Route>
              <Route>
                <Gate />
              </Route>
            </Switch>
          </Router>
        </Boundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}
