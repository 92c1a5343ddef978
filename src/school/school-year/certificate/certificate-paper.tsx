import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDay } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { PrintedAlone } from '#base/ui/printed-alone.tsx'
import { installationQuery } from '#kit/installation/installation.data.ts'
import type { CertifiedPerson } from './certificate.schema.ts'

/** A certificate for each, three on a sheet of A4, to be cut apart and signed. In the browser only. */
export function CertificatePaper({ people, day }: { people: readonly CertifiedPerson[]; day: string }) {
  const { libraryName } = useSuspenseQuery(installationQuery).data
  const library = libraryName ?? m.letter_library()
  return (
    <PrintedAlone>
      {people.map(({ id, name, className, card, schoolNumber }) => (
        <section
          key={id}
          className="mb-[6mm] flex min-h-[82mm] break-inside-avoid flex-col rounded-md border border-line-strong p-[7mm] text-[11pt]"
        >
          <p className="flex items-baseline justify-between gap-4">
            <b className="font-serif text-[14pt]">
              <bdi>{library}</bdi>
            </b>
            <span>{formatDay(day)}</span>
          </p>
          <h2 className="mt-[5mm] font-serif text-[16pt]">{m.certificate_heading()}</h2>
          <p className="mt-[3mm]">
            <b className="text-[13pt]">
              <bdi>{name}</bdi>
            </b>
            {className !== null && (
              <>
                {' · '}
                <bdi>{className}</bdi>
              </>
            )}
            <span className="block">
              {m.common_label({ label: m.borrower_card() })} <bdi>{card}</bdi>
              {schoolNumber !== '' && (
                <>
                  {' · '}
                  {m.common_label({ label: m.borrower_school_number() })} <bdi>{schoolNumber}</bdi>
                </>
              )}
            </span>
          </p>
          <p className="mt-[3mm]">{m.certificate_statement({ library: isolated(library), day: formatDay(day) })}</p>
          <p className="mt-auto flex gap-[10mm] pt-[9mm]">
            <span className="flex-1 border-t border-ink pt-1">{m.certificate_signature()}</span>
            <span className="flex-1 border-t border-ink pt-1">{m.certificate_stamp()}</span>
          </p>
        </section>
      ))}
    </PrintedAlone>
  )
}
