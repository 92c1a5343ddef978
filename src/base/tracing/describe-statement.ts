/** The span of a query: the kind of statement and its table, never its text, into which a value may have been written. */
export function describeStatement(statement: unknown): { name: string; attributes: Record<string, string> } {
  const text = textOf(statement).slice(0, 5000)
  const operation = (/^\s*(\w+)/.exec(text)?.[1] ?? 'query').toLowerCase()
  const table = /\b(?:from|into|update)\s+(?:"?public"?\.)?"?([a-z_]+)\b/i.exec(text)?.[1]
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const isNamed = typeof statement === 'object' && statement !== null && 'text' in statement
  return isNamed && typeof statement.text === 'string' ? statement.text : ''
}
