import type { Brand } from "~/realms/realm";
import sceneUrl from "./hero-scene.svg?url";
import franceSceneUrl from "./hero-scene-france.svg?url";

type HeroSceneProps = {
  brand: Brand;
  className: string;
  /** What it shows, where it is more than decoration. */
  alt?: string;
};

/** A brand's picture: a fox that reads aloud, by the sea in France and in the hills elsewhere. */
export function HeroScene({ brand, className, alt = "" }: HeroSceneProps) {
  const url = brand === "fabel-france" ? franceSceneUrl : sceneUrl;
  return <img src={url} alt={alt} width={960} height={760} className={className} />;
}
