import { m } from '#base/i18n/paraglide/messages.js'
import { navigateAway, untilNavigated } from '#base/lib/form/leave.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { useAction } from '#base/ui/use-action.ts'

interface Seen {
  id: string
  name: string
  email: string | null
}

/** Banner on every page while a manager impersonates a user: whom, and a button to stop. */
export function ImpersonationBanner({ me }: { me: Seen }) {
  const end = useAction(
    async () => {
      const { stopImpersonating } = await import('#people/user/user.data.ts')
      await stopImpersonating()
      navigateAway(`/manager/users/${me.id}`)
      await untilNavigated()
    },
    { failure: m.impersonation_failed() },
  )
  return (
    <section
      aria-label={m.impersonation_label()}
      data-impersonation
      className="sticky top-0 z-40 flex min-h-14 flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-transparent bg-accent px-5 py-1.5 text-accent-ink"
    >
      <p className="min-w-0 text-center text-sm [overflow-wrap:anywhere]">
        <Sentence
          text={m.impersonation_text}
          parts={{ name: <bdi className="font-semibold">{me.name || me.email}</bdi> }}
        />
      </p>
      <button
        type="button"
        aria-disabled={end.isBusy || undefined}
        onClick={() => void end.run()}
        className={buttonClass('second', 'text-ink')}
      >
        {m.impersonation_end()}
      </button>
    </section>
  )
}
