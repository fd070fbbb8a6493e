/** Messages of rejected files that browsers don't need beforehand. `MEDIA_MESSAGES` has the others. */
export const MEDIA_ERRORS = {
  one: 'Please choose one file.',
  imagePixels: 'Images can have up to 100 million pixels each. Please choose a smaller one.',
  wholePixels:
    'Progressive JPGs, interlaced PNGs, WebPs and GIFs can have up to 25 million pixels each (18 million in CMYK, 12 million at 16 bits per channel). Please save this one as a standard JPG or PNG, or choose a smaller one.',
  imageWork: 'This image is too complex to open. Please save it as a smaller JPG or PNG and try once more.',
  restarting: 'We’re restarting, and this file didn’t arrive in time. Please send it again in a moment.',
  uploadsInFlight: 'Several of your files are still uploading. Please try again when one has arrived.',
  tooMuchWork: 'You’ve added a lot of large pictures in a short time. Please try again in a few minutes.',
  heicPixels: 'HEIC pictures can have up to 50 million pixels each. Please save this one as a JPG.',
  avifPixels: 'AVIF pictures can have up to 16 million pixels each. Please save this one as a JPG.',
  animated:
    'This picture is animated, and the networks show only stills. Save it as a video (MP4), or choose a still picture.',
  gone: 'A picture or video is no longer here. Please remove it and add it again.',
  full: (gigabytes: number) =>
    `Your pictures and videos use all of your ${gigabytes} GB. Delete files that you no longer need under Media, or ask us for more under Help.`,
  converting: 'A video is still being converted. Please try again when it’s ready.',
  soundOnly: 'This file has sound but no picture. Please choose a video.',
} as const
