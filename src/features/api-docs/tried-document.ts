interface Fields {
  [name: string]: unknown
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The document as the page shows it. Its view fills in every example that it finds: a request that is tried would name a
 * cursor and a publisher that nobody typed. So examples of what may be left out stand in its description. The session
 * is left out of the ways to sign in: no page can set that cookie, and the browser sends it by itself.
 */
export function triedDocument(document: unknown): unknown {
  if (!isFields(document)) return document
  const cookies = cookieSchemes(document)
  const changed = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) {
      const items = key === 'security' ? value.filter((one) => !isFields(one) || !cookies.has(firstName(one))) : value
      return items.map((item) => changed(item))
    }
    if (!isFields(value)) return value
    const entries = Object.entries(isOptionalParameter(value) ? withoutExample(value) : value)
    const kept = key === 'securitySchemes' ? entries.filter(([name]) => !cookies.has(name)) : entries
    return Object.fromEntries(kept.map(([name, part]) => [name, changed(part, name)]))
  }
  return changed(document)
}

const firstName = (requirement: Fields): string => Object.keys(requirement)[0] ?? ''

function cookieSchemes({ components }: Fields): Set<string> {
  const schemes = isFields(components) && isFields(components.securitySchemes) ? components.securitySchemes : {}
  return new Set(Object.keys(schemes).filter((name) => isFields(schemes[name]) && schemes[name].in === 'cookie'))
}

const isOptionalParameter = (value: Fields): boolean =>
  (value.in === 'query' || value.in === 'header') && isFields(value.schema) && value.required !== true

function withoutExample({ example, description, schema, ...rest }: Fields): Fields {
  const said = example === undefined ? '' : ` For example \`${String(example)}\`.`
  // Of several kinds of text the view would offer those only that can be listed.
  const simple = isFields(schema) && 'anyOf' in schema ? { type: 'string' } : schema
  return { ...rest, schema: simple, description: `${typeof description === 'string' ? description : ''}${said}` }
}
