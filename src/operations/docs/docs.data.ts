import { createServerFn } from '@tanstack/react-start'
import { getLocale } from '#base/i18n/locale.ts'
import { docsNameSchema } from './docs.schema.ts'
import { docsPage } from './docs-text.server.ts'

/** A page of documentation, in French for who reads French; null for a name that there is not. */
export const getDocsPage = createServerFn({ method: 'GET' })
  .validator((input: { name: string }) => input)
  .handler(({ data }) => {
    const name = docsNameSchema.safeParse(data.name).data
    return name === undefined ? null : docsPage(name, getLocale())
  })
