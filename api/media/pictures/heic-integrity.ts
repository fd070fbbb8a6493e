import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'

import { type Box, boxesIn, readBox } from '#api/media/videos/boxes.ts'
import type { CodePoints } from './profiles.ts'

/** `DE265_DECODER_PARAM_…` of libde265: suppress pictures with errors, and disable filters that only cost time here. */
const [SUPPRESS_FAULTY_PICTURES, DISABLE_DEBLOCKING, DISABLE_SAO] = [6, 7, 8] as const
const GRID = 0x67726964
const HVC1 = 0x68766331
const HVCC = 0x68766343
const MAX_TILES = 4096
const MAX_PROPERTIES = 16
/** Smaller than a plane of any relevant picture. */
const PIECE_BYTES = 32 * 1024
/** Number of bytes to check at the end of a picture's last row. */
const TAIL_BYTES = 16
/** Offsets of fields in `heif_image_tiling`, and its size with room for more. */
const TILING = { columns: 4, rows: 8, bytes: 128 }
/** Offsets in an hvcC: the size of a slice's length, and the parameter sets (ISO/IEC 14496-15, 8.3.3). */
const HVCC_AT = { lengthSize: 21, sets: 22 }

type Inspection = {
  isIntact: boolean
  streamColours?: CodePoints
}

/**
 * Decodes every tile of a HEIC to check that it is complete. libheif doesn't check that: it fills missing parts with black or
 * uninitialised memory.
 */
export function inspectHeic(libheif: MainModule, file: Buffer): Inspection {
  const heap = openHeap(libheif)
  const context = libheif._heif_context_alloc()
  const result = heap.allocate(16)
  const out = heap.allocate(16)
  try {
    const bytes = heap.copy(file)
    libheif._heif_context_read_from_memory(result, context, bytes, file.length, 0)
    if (heap.word(result) !== 0) return { isIntact: false }
    libheif._heif_context_get_primary_image_handle(result, context, out)
    if (heap.word(result) !== 0) return { isIntact: false }
    const handle = heap.word(out)
    const usedBytes = (libheif.HEAPU8 as Uint8Array).length
    let inspection: Inspection = { isIntact: true }
    for (const id of tilesOf(libheif, heap, { context, handle })) {
      const slices = itemData(libheif, heap, { context, id })
      if (!slices) return { isIntact: false }
      const settings = configurationOf(libheif, heap, { context, id, file })
      if (settings) inspection = decode(libheif, heap, { slices, settings, usedBytes })
      if (!inspection.isIntact) break
    }
    return inspection
  } finally {
    libheif._heif_context_free(context)
    heap.free()
  }
}

type Heap = ReturnType<typeof openHeap>

/** Accesses the WebAssembly module's memory, which may be reallocated whenever it grows. */
function openHeap(libheif: MainModule) {
  const allocated: number[] = []
  const allocate = (bytes: number) => {
    const at = libheif._malloc(bytes)
    allocated.push(at)
    return at
  }
  const heap = {
    allocate,
    bytes: (at: number, count: number): Buffer =>
      Buffer.from((libheif.HEAPU8 as Uint8Array).buffer, at, count),
    word: (at: number) => heap.bytes(at, 4).readUInt32LE(0),
    copy(bytes: Uint8Array) {
      const at = allocate(bytes.length)
      heap.bytes(at, bytes.length).set(bytes)
      return at
    },
    free() {
      for (const at of allocated.splice(0)) libheif._free(at)
    },
  }
  return heap
}

type Item = { context: number; id: number }

/** Returns the ids of the picture's tiles, without those that aren't HEVC. */
function tilesOf(libheif: MainModule, heap: Heap, { context, handle }: { context: number; handle: number }) {
  const isHevc = (item: number) => libheif._heif_item_get_item_type(context, item) === HVC1
  const id = libheif._heif_image_handle_get_item_id(handle)
  if (libheif._heif_item_get_item_type(context, id) !== GRID) return [id].filter(isHevc)
  const [result, out, tiling] = [heap.allocate(16), heap.allocate(4), heap.allocate(TILING.bytes)]
  libheif._heif_image_handle_get_image_tiling(result, handle, 0, tiling)
  const [columns, rows] = [heap.word(tiling + TILING.columns), heap.word(tiling + TILING.rows)]
  return Array.from({ length: Math.min(MAX_TILES, columns * rows) }, (_, tile) => {
    const [x, y] = [tile % columns, Math.floor(tile / columns)]
    libheif._heif_image_handle_get_grid_image_tile_id(result, handle, 0, x, y, out)
    return heap.word(out)
  }).filter(isHevc)
}

function itemData(libheif: MainModule, heap: Heap, { context, id }: Item): Buffer | undefined {
  const [result, data, size] = [heap.allocate(16), heap.allocate(4), heap.allocate(4)]
  libheif._heif_item_get_item_data(result, context, id, 0, data, size)
  if (heap.word(result) !== 0) return undefined
  const copied = Buffer.from(heap.bytes(heap.word(data), heap.word(size)))
  libheif._heif_release_item_data(context, data)
  return copied
}

/** Reads an item's hvcC from the file, because libheif doesn't return it. A property's id is its position in `ipco`. */
function configurationOf(libheif: MainModule, heap: Heap, { context, id, file }: Item & { file: Buffer }) {
  const ids = heap.allocate(4 * MAX_PROPERTIES)
  if (libheif._heif_item_get_properties_of_type(context, id, HVCC, ids, MAX_PROPERTIES) < 1) return undefined
  const find = (parent: Box | undefined, type: string) =>
    parent && boxesIn(file, parent).find(box => box.type === type)
  let meta: Box | undefined
  for (let at = 0; at + 8 <= file.length && !meta;) {
    const box = readBox(file, at, file.length)
    // `meta` has a version and flags before its boxes.
    if (box.type === 'meta') meta = { ...box, content: box.content + 4 }
    at = box.end
  }
  const properties = find(find(meta, 'iprp'), 'ipco')
  const box = properties && boxesIn(file, properties)[heap.word(ids) - 1]
  return box && file.subarray(box.content, box.end)
}

type Tile = { slices: Buffer; settings: Buffer; usedBytes: number }

function decode(libheif: MainModule, heap: Heap, { slices, settings, usedBytes }: Tile): Inspection {
  const decoder = libheif._de265_new_decoder()
  try {
    for (const parameter of [SUPPRESS_FAULTY_PICTURES, DISABLE_DEBLOCKING, DISABLE_SAO])
      libheif._de265_set_parameter_bool(decoder, parameter, 1)
    for (const unit of [...parameterSets(settings), ...nalUnits(slices, lengthSize(settings))]) {
      const at = libheif._malloc(unit.length)
      heap.bytes(at, unit.length).set(unit)
      libheif._de265_push_NAL(decoder, at, unit.length, 0, 0, 0)
      libheif._free(at)
    }
    libheif._de265_flush_data(decoder)
    clearFreeMemory(libheif, heap, usedBytes)
    const more = heap.allocate(4)
    do {
      if (libheif._de265_decode(decoder, more) !== 0) break
      const picture = libheif._de265_get_next_picture(decoder)
      if (!picture) continue
      return {
        isIntact: reachesEnd(libheif, heap, picture),
        streamColours: {
          primaries: libheif._de265_get_image_colour_primaries(picture),
          transfer: libheif._de265_get_image_transfer_characteristics(picture),
        },
      }
    } while (heap.word(more) !== 0)
    return { isIntact: false }
  } finally {
    libheif._de265_free_decoder(decoder)
  }
}

const lengthSize = (settings: Buffer) => ((settings[HVCC_AT.lengthSize] ?? 0) & 3) + 1

function parameterSets(settings: Buffer): Buffer[] {
  const sets: Buffer[] = []
  let at = HVCC_AT.sets + 1
  for (let arrays = settings[HVCC_AT.sets] ?? 0; arrays > 0; arrays--) {
    let count = settings.readUInt16BE(at + 1)
    for (at += 3; count > 0; count--) {
      const end = at + 2 + settings.readUInt16BE(at)
      sets.push(settings.subarray(at + 2, end))
      at = end
    }
  }
  return sets
}

function nalUnits(slices: Buffer, size: number): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + size <= slices.length;) {
    const end = at + size + slices.readUIntBE(at, size)
    found.push(slices.subarray(at + size, end))
    at = end
  }
  return found
}

/** Fills free memory with zeros, in small pieces so that every gap is filled. New memory is already zero. */
function clearFreeMemory(libheif: MainModule, heap: Heap, bytes: number) {
  const pieces = Array.from({ length: Math.ceil(bytes / PIECE_BYTES) }, () => libheif._malloc(PIECE_BYTES))
  for (const at of pieces) {
    if (at) heap.bytes(at, PIECE_BYTES).fill(0)
    libheif._free(at)
  }
}

/**
 * True if the last row was written. Damage may end a slice early, which isn't an error for libde265. In an unwritten row, both colour
 * differences are zero, which is no valid colour.
 */
function reachesEnd(libheif: MainModule, heap: Heap, picture: number): boolean {
  const hasDifferences =
    libheif._de265_get_chroma_format(picture) !== 0 &&
    libheif._de265_get_image_matrix_coefficients(picture) !== 0
  if (!hasDifferences) return true
  const stride = heap.allocate(4)
  return [1, 2].some(channel => {
    const plane = libheif._de265_get_image_plane(picture, channel, stride)
    const [width, height] = [
      libheif._de265_get_image_width(picture, channel),
      libheif._de265_get_image_height(picture, channel),
    ]
    const rowBytes = width * (libheif._de265_get_bits_per_pixel(picture, channel) > 8 ? 2 : 1)
    const end = plane + (height - 1) * heap.word(stride) + rowBytes
    const count = Math.min(TAIL_BYTES, rowBytes)
    return heap.bytes(end - count, count).some(value => value !== 0)
  })
}
