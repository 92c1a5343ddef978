import { useRef, useState, type RefObject } from 'react'
import { KEY_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { can } from '#base/auth/permissions.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { useUnsaved } from '#base/ui/form/unsaved-forms.ts'
import { newDraft, type KeyDraft } from './api-key-draft.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { KeyShown, DiscardKey } from './api-key-shown.tsx'
import { createApiKey, useRefreshApiKeys } from './api-key.data.ts'
import { KEY_LIMIT, type ApiKeyInput, type MadeKey } from './api-key.schema.ts'
import { needsReauthentication, ReauthenticationStep } from '#people/code/shared/reauthentication-step.tsx'

interface NewApiKeyProps {
  /** The user's address, for reauthentication. */
  email: string | null
  role: string
  timeZone: string
  /** Whether the limit of keys is reached; the last key may still be shown. */
  isFull: boolean
  /** Receives the focus afterwards if the button is removed. */
  heading: RefObject<HTMLElement | null>
}

/** Dialog that creates a key: its form, reauthentication if needed, then the key, shown once. */
export function NewApiKey({ email, role, timeZone, isFull, heading }: NewApiKeyProps) {
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  // Kept while the dialog is closed, for users who leave it to look for the code.
  const [draft, setDraft] = useState(newDraft)
  const [made, setMade] = useState<MadeKey>()
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const isAtRisk = isOpen && made !== undefined && !isCopied
  useUnsaved({ isChanged: () => isAtRisk })

  const open = () => {
    setMade(undefined)
    setIsCopied(false)
    setIsAsking(false)
    setIsOpen(true)
  }
  const close = () => (isAtRisk && !isAsking ? setIsAsking(true) : setIsOpen(false))
  return (
    <>
      {isFull ? (
        <p className="mt-3 text-sm font-medium">{m.account_keys_full({ count: formatNumber(KEY_LIMIT) })}</p>
      ) : (
        <Button {...blockedInDemo} ref={opener} look="second" className="mt-3 max-sm:w-full" onClick={open}>
          {m.account_key_new()}
        </Button>
      )}
      <Dialog
        isOpen={isOpen}
        // Escape on the confirmation goes back to the key: only its button discards the key.
        onClose={isAsking ? () => setIsAsking(false) : close}
        title={titleOf(made, isAsking)}
        closeLabel={m.common_close()}
        firstFocus={field}
        lastFocus={isFull ? heading : opener}
      >
        {made && isAsking && <DiscardKey onStay={() => setIsAsking(false)} onLeave={close} />}
        {made && !isAsking && (
          <KeyShown made={made} isCopied={isCopied} onCopied={() => setIsCopied(true)} onDone={close} />
        )}
        {!made && (
          <Steps
            email={email}
            role={role}
            timeZone={timeZone}
            field={field}
            draft={draft}
            onDraft={setDraft}
            onMade={(key) => {
              setMade(key)
              setDraft(newDraft())
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function titleOf(made: MadeKey | undefined, isAsking: boolean): string {
  if (!made) return m.account_key_new_title()
  return isAsking ? m.account_key_lose_title() : m.account_key_made_title()
}

interface StepsProps extends Pick<NewApiKeyProps, 'email' | 'role' | 'timeZone'> {
  field: RefObject<HTMLInputElement | null>
  draft: KeyDraft
  onDraft: (draft: KeyDraft) => void
  onMade: (key: MadeKey) => void
}

function Steps({ email, role, timeZone, field, draft, onDraft, onMade }: StepsProps) {
  const refresh = useRefreshApiKeys()
  // The key to create after reauthentication.
  const [waiting, setWaiting] = useState<ApiKeyInput>()
  const problem = useProblem()
  const create = async (input: ApiKeyInput) => {
    try {
      onMade(await createApiKey({ data: input }))
      void refresh()
    } catch (thrown) {
      if (!needsReauthentication(thrown)) throw thrown
      setWaiting(input)
    }
  }
  const createAgain = useAction(create, { problem })

  if (waiting)
    return (
      <ReauthenticationStep
        email={email}
        onReauthenticated={async () => {
          if (!(await createAgain.run(waiting))) setWaiting(undefined)
        }}
      />
    )
  return (
    <ApiKeyForm
      field={field}
      draft={draft}
      scopes={KEY_SCOPES.filter((scope) => can(role, scope))}
      timeZone={timeZone}
      problem={problem}
      onDraft={onDraft}
      onSave={create}
    />
  )
}
