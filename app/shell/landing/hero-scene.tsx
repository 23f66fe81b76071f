import type { Brand } from "~/realms/realm";
import sceneUrl from "./hero-scene.svg?url";
import franceSceneUrl from "./hero-scene-france.svg?url";

type HeroSceneProps = {
  brand: Brand;
  className: string;
  /** Text alternative, if the picture is not decorative. */
  alt?: string;
};

/** A brand's picture: a fox reading aloud, by the sea for France and in the hills elsewhere. */
export function HeroScene({ brand, className, alt = "" }: HeroSceneProps) {
  const url = brand === "fabel-france" ? franceSceneUrl : sceneUrl;
  return <img src={url} alt={alt} width={960} height={760} className={className} />;
}
