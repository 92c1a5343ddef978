import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { Panel } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { savePhrase, sheetQuery } from './sheet.data.ts'
import { phraseSchema } from './sheet.schema.ts'

const schema = z.object({ phrase: phraseSchema.shape.phrase })

/** What is asked of who restores a backup and wants to be an admin. */
export function PhrasePanel() {
  const queryClient = useQueryClient()
  const { hasPhrase } = useSuspenseQuery(sheetQuery).data
  const [phrase, setPhrase] = useState('')
  const refresh = () => queryClient.invalidateQueries(sheetQuery)
  const form = useForm({
    schema,
    values: () => ({ phrase }),
    save: async (input) => {
      await savePhrase({ data: input })
      setPhrase('')
      await refresh()
      void toast({ type: 'success', title: m.phrase_saved() })
    },
    failure: m.phrase_failed(),
  })
  const remove = useAction(() => savePhrase({ data: { phrase: null } }), {
    refresh,
    success: m.phrase_removed(),
    failure: m.phrase_failed(),
  })
  return (
    <Panel title={m.phrase_title()} className="mt-4">
      <p className="mt-1 max-w-prose text-pretty text-muted">{hasPhrase ? m.phrase_set() : m.phrase_none()}</p>
      <Form {...form.props} className="mt-3 flex max-w-xl flex-col gap-3">
        <TextField
          label={m.phrase_label()}
          hint={m.phrase_hint()}
          name="phrase"
          value={phrase}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          error={form.problems.phrase}
          onChange={({ target }) => {
            form.clear('phrase')
            setPhrase(target.value)
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy}>
            {m.phrase_save()}
          </Button>
          {hasPhrase && (
            <Button {...blockedInDemo} look="ghost" isBusy={remove.isBusy} onClick={() => void remove.run()}>
              {m.phrase_remove()}
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}
