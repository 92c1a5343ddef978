import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { m } from '#base/i18n/paraglide/messages.js'
import { plainLine, requiredLine } from '#base/lib/form/line-schema.ts'
import { draftWith } from '#base/lib/fields-of.ts'
import { choiceInput, CountInput, LineInput, NumberInput, TextInput } from '#base/ui/form/inputs.tsx'
import { renderPage } from '#test/render-page.tsx'
import { RowEditPage, type EditedNoun } from './row-edit-page.tsx'

vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 1000, useUndoLast: () => () => undefined }))
vi.mock('#kit/me/me.data.ts', () => ({
  currentUserQuery: { queryKey: ['me'], queryFn: () => ({ id: '0199a000-0000-7000-8000-00000000000f' }) },
}))

const LEVELS = ['low', 'high'] as const
const inputSchema = z.strictObject({
  title: requiredLine(100, 'name_required'),
  edition: z._default(plainLine(100), ''),
  text: requiredLine(100, 'name_required'),
  summary: z._default(plainLine(100), ''),
  stars: z.int().check(z.minimum(1), z.maximum(5)),
  pages: z._default(z.nullable(z.int()), null),
  asked: z.nullable(z.enum(LEVELS)).check(z.refine((level) => level !== null)),
  level: z._default(z.nullable(z.enum(LEVELS)), null),
})
type Input = z.infer<typeof inputSchema>
const rowSchema = z.extend(inputSchema, { id: z.string(), version: z.number() })

const label = (word: string) => ({ label: () => word })
const fields = {
  title: label('Title'),
  edition: label('Edition'),
  text: label('Text'),
  summary: label('Summary'),
  stars: label('Stars'),
  pages: label('Pages'),
  asked: label('Asked'),
  level: label('Level'),
}
const LevelInput = choiceInput<'low' | 'high' | null>([null, ...LEVELS], String)

const NOUN: EditedNoun<z.infer<typeof rowSchema>, Input> = {
  kind: 'borrower',
  fields,
  inputs: {
    title: LineInput,
    edition: LineInput,
    text: TextInput,
    summary: TextInput,
    stars: CountInput,
    pages: NumberInput,
    asked: LevelInput,
    level: LevelInput,
  },
  inputSchema,
  rowSchema,
  nameOf: ({ title }) => title,
  draftOf: (row) => draftWith<Input>(fields, (field) => row[field]),
  create: vi.fn(),
  update: vi.fn(),
  words: { list: () => 'Rows', new: () => 'New row' },
}

const textbox = (name: string) => page.getByRole('textbox', { name, exact: true })
const none = (name: string) => page.getByRole('combobox', { name, exact: true }).getByRole('option').first()

test('An empty field says that it is optional where its schema takes none, whatever its input', async () => {
  await renderPage(<RowEditPage noun={NOUN} row={undefined} />)
  for (const name of ['Edition', 'Summary', 'Pages'])
    await expect.element(textbox(name)).toHaveAttribute('placeholder', m.field_optional())
  for (const name of ['Title', 'Text', 'Stars']) await expect.element(textbox(name)).toHaveAttribute('placeholder', '')
  await expect.element(none('Level')).toHaveTextContent(m.field_optional())
  await expect.element(none('Asked')).toBeEmptyDOMElement()
})
