import { carryOutDriveRequest, takeBack } from './carry-out.ts'

// `drive.js` is run by maktaba-drive.service, `drive.js release` when that has ended, however it did. `--tree FOLDER` names
// another folder than / with /sys and what udev knows, for trials with drives that are none: only a unit of root can say it.
const words = process.argv.slice(2)
const tree = words.includes('--tree') ? words[words.indexOf('--tree') + 1] : undefined
if (words[0] === 'release') await takeBack()
else await carryOutDriveRequest(tree)
