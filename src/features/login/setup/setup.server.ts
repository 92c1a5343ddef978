import { isSetupOpen, setupProof } from '#auth/better-auth/setup.server.ts'
import { countSamples } from '#db/seed/samples.server.ts'

/** What the page of the set-up shows while it is open: the proof that its form sends back, and how many sample books there are. */
export async function readSetup(): Promise<{ proof: string; samples: number } | null> {
  if (!(await isSetupOpen())) return null
  const { untouched } = await countSamples()
  return { proof: setupProof(), samples: untouched }
}
