import { carryOutRequest } from './carry-out.ts'
import { startLibraries } from './start-libraries.ts'

// `updater.js` is run by maktaba-update.service, `updater.js start [FORMER-VERSION]` by the package when it was installed.
const [verb, former] = process.argv.slice(2)
if (verb === 'start') await startLibraries(former)
else await carryOutRequest()
