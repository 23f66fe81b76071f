import type { Position } from "~/epub/progress";

/** Notifies the page of an opening that another one has stored a position in its book, since any tab may send the queued entries. */

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
