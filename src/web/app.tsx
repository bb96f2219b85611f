import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Router, Switch } from 'wouter';
import { LoginPage } from './pages/login/index.tsx';
import { Boundary } from './parts/boundary.tsx';
import { Gate } from './shell/gate.tsx';
import { colourScheme, cssVariables, theme } from './theme.ts';
import { basePath } from './wire/base.ts';
import { leaveForLogin } from './wire/session-loss.ts';

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
          <Router base={basePath}>
            <Switch>
              <Route path="/login">
                <LoginPage />
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
