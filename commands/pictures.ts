import { installPackages } from './setup/install.ts'

await installPackages()
const { makePictures } = await import('./pictures/pictures.ts')
await makePictures(process.argv.slice(2))
