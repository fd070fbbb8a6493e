import { installPackages } from './setup/install.ts'

await installPackages()
const { isStale, makePictures } = await import('./pictures/pictures.ts')

if (process.argv.includes('--check')) {
  const stale = await isStale()
  console.log(
    stale ? 'The pictures show an older dashboard: bun run pictures' : 'The pictures are up to date.',
  )
  process.exit(stale ? 1 : 0)
}
await makePictures(process.argv[2])
