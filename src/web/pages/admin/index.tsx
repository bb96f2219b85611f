export function AdminPage(_props: { section: string }) {
  return <p>AdminPage</p>;
}
