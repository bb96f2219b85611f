export function SchemaPage(_props: { slug: string }) {
  return <p>SchemaPage</p>;
}
