import './admin.css';
import { Link } from 'wouter';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { PageHead } from '../../parts/panel.tsx';
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

export function AdminPage({ section }: { section: string }) {
  const isAdmin = useIsAdmin();
  const name = names.find((each) => each === section);
  if (!name) return <LostPage />;
  const Section = sections[name];
  return (
    <>
      <PageHead title={words.title} detail={isAdmin ? null : words.viewer} />
      <nav className="admin-tabs" aria-label={words.title}>
        {names.map((each) => (
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
      <Section />
    </>
  );
}
