import { useSuspenseQuery } from '@tanstack/react-query'
import { installationQuery } from '../installation.data.ts'
import { keptCodeText } from './kept-code-text.ts'

/** Where the code of a sign-in is found while the library sends no mail. */
export const KeptCodeNote = () => keptCodeText(useSuspenseQuery(installationQuery).data)
