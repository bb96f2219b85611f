export function LogsPage(_props: { slug: string }) {
  return <p>LogsPage</p>;
}
