import './admin.css';
import { Link } from 'wouter';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { PageHead } from '../../parts/panel.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { texts } from '../../texts.ts';
import { LostPage } from '../home/index.tsx';
import { LinksSection } from './links.tsx';
import { PresetsSection } from './presets.tsx';
import { ServiceSection } from './service.tsx';
import { SessionsSection } from './sessions.tsx';
import { UsersSection } from './users.tsx';
import { WorkspacesSection } from './workspaces.tsx';

const words = texts.admin;

const sections = {
  workspaces: WorkspacesSection,
  presets: PresetsSection,
  links: LinksSection,
  users: UsersSection,
  sessions: SessionsSection,
  service: ServiceSection,
};
type Name = keyof typeof sections;
const names = Object.keys(sections) as Name[];

/** In a narrow window the tabs may be wider than it. */
const inSight = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Whom there is, only an administrator is told. */
const forAdmins: readonly Name[] = ['users'];

export function AdminPage({ section }: { section: string }) {
  const isAdmin = useIsAdmin();
  const offered = isAdmin ? names : names.filter((each) => !forAdmins.includes(each));
  const name = names.find((each) => each === section);
  if (!name) return <LostPage />;
  const Section = sections[name];
  return (
    <>
      <PageHead
        title={words.title}
        name={`${words.sections[name]} · ${words.title}`}
        detail={isAdmin ? null : words.viewer}
      />
      <nav className="admin-tabs" aria-label={words.title}>
        {offered.map((each) => (
          <Link
            key={each}
            ref={each === name ? inSight : null}
            href={`/admin/${each}`}
            aria-current={each === name ? 'page' : undefined}
          >
            {words.sections[each]}
          </Link>
        ))}
      </nav>
      {offered.includes(name) ? <Section /> : <EmptyState title={words.onlyAdmins} />}
    </>
  );
}
