interface Fields {
  [name: string]: unknown
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The document for Swagger UI, which fills in every example: a request would send a cursor and a publisher that the
 * user did not type, so examples of optional parameters move to their descriptions. The session is removed from the
 * security schemes: no page can set that cookie, and the browser sends it anyway.
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
    const remaining = key === 'securitySchemes' ? entries.filter(([name]) => !cookies.has(name)) : entries
    return Object.fromEntries(remaining.map(([name, part]) => [name, changed(part, name)]))
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
  // For a union Swagger UI would offer only the enumerated values.
  const simple = isFields(schema) && 'anyOf' in schema ? { type: 'string' } : schema
  return { ...rest, schema: simple, description: `${typeof description === 'string' ? description : ''}${said}` }
}
