import type { Registry } from 'prom-client'
import { jobEnded, limitRefused, mailBegun, mailEnded, securityNoted } from '#base/lib/telemetry.server.ts'
import { counter, gauge, histogram } from './instruments.server.ts'

const JOB_BUCKETS = [0.1, 1, 10, 60, 600, 3600]

/** What became of an attempt to sign in, by the kind of its entry in the security log. */
const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['signed_in', 'succeeded'],
  ['sign_in_failed', 'failed'],
  ['sign_in_refused', 'refused'],
])

/** Mails, sign-ins, refusals by limits, and jobs in the background. */
export function measureEvents(registry: Registry): void {
  const mails = counter(registry, 'maktaba_mails_total', 'Mails, by whether the mail server took them.', ['outcome'])
  const sending = gauge(registry, 'maktaba_mails_in_progress', 'Mails that are being sent.', [], undefined, 'sum')
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  mailBegun.listen(() => sending.inc())
  mailEnded.listen(({ isFailed }) => {
    sending.dec()
    mails.inc({ outcome: isFailed ? 'failed' : 'sent' })
  })

  const signIns = counter(
    registry,
    'maktaba_sign_ins_total',
    'Attempts to sign in, by the way (a code, a provider) and the outcome.',
    ['way', 'outcome'],
  )
  const codes = counter(registry, 'maktaba_codes_asked_total', 'Sign-in codes that were asked for.')
  securityNoted.listen(({ kind, details }) => {
    if (kind === 'code_asked') codes.inc()
    const outcome = OUTCOMES.get(kind)
    if (outcome !== undefined) signIns.inc({ way: String(details.how ?? 'code'), outcome })
  })

  const refusals = counter(
    registry,
    'maktaba_limit_refusals_total',
    'Refusals because of a limit, by what it counts.',
    ['limit'],
  )
  limitRefused.listen((refused) => refusals.inc(refused))

  const runs = counter(registry, 'maktaba_job_runs_total', 'Runs of jobs in the background.', ['job', 'outcome'])
  const lasts = gauge(
    registry,
    'maktaba_job_last_success_timestamp_seconds',
    'When a job last succeeded in this process, in Unix time.',
    ['job'],
  )
  const times = histogram(registry, 'maktaba_job_duration_seconds', 'Time of a run.', JOB_BUCKETS, ['job'])
  jobEnded.listen(({ job, milliseconds, isFailed }) => {
    runs.inc({ job, outcome: isFailed ? 'failed' : 'succeeded' })
    times.observe({ job }, milliseconds / 1000)
    if (!isFailed) lasts.set({ job }, Date.now() / 1000)
  })
}
