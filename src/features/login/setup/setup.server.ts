import { isSetupOpen, setupProof } from '#auth/better-auth/setup.server.ts'
import { asksForCode } from '#auth/setup/setup-code.server.ts'
import { countSamples } from '#db/seed/samples.server.ts'

interface Setup {
  /** What its form sends back. */
  proof: string
  /** Number of sample books. */
  samples: number
  /** Whether it asks for the code that the terminal shows. */
  hasCode: boolean
}

/** What the page of the set-up shows while it is open. */
export async function readSetup(): Promise<Setup | null> {
  if (!(await isSetupOpen())) return null
  const { untouched } = await countSamples()
  return { proof: setupProof(), samples: untouched, hasCode: asksForCode() }
}
