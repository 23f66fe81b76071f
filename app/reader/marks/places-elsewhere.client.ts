import type { Position } from "~/epub/progress";

/** Tells the page of an opening that another one had moved the place in its book: whichever tab sends what waits, learns it. */

const channelName = "fabel-places-elsewhere";

export type PlaceElsewhere = { opening: string; position: Position };

export function tellPlaceElsewhere(place: PlaceElsewhere): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(place);
  channel.close();
}

/** @returns the way to listen no more */
export function onPlaceElsewhere(opening: string, onPosition: (position: Position) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<PlaceElsewhere>) => {
    if (data.opening === opening) onPosition(data.position);
  };
  return () => channel.close();
}
