export function MigrationsPage(_props: { slug: string }) {
  return <p>MigrationsPage</p>;
}
