# From a release's source archive, which needs no network: nix-build -E 'with import <nixpkgs> {}; callPackage ./package.nix {}'
{
  lib,
  stdenv,
  fetchurl,
  swift,
  swiftpm,
  pkg-config,
  librsvg,
  gettext,
  makeWrapper,
  cairo,
  fontconfig,
  pango,
  sqlite,
  systemd,
  tomlplusplus,
  tzdata,
  xorg,
}:

stdenv.mkDerivation (finalAttrs: {
  pname = "segclock";
  version = "0.1.0";

  src = fetchurl {
    url = "https://github.com/segclock/segclock/releases/download/v${finalAttrs.version}/segclock_${finalAttrs.version}.orig.tar.xz";
    # The release fills it in, from the .sha256 file beside the archive.
    hash = lib.fakeHash;
  };

  nativeBuildInputs = [ swift swiftpm pkg-config librsvg gettext makeWrapper ];
  buildInputs = [
    cairo
    fontconfig
    sqlite
    systemd
    tomlplusplus
    xorg.libX11
    xorg.libXext
    xorg.libXfixes
    xorg.libXrandr
    xorg.libXrender
    xorg.libXScrnSaver
  ];

  SEGCLOCK_VENDOR = "vendor";

  buildPhase = ''
    swift build --configuration release --product segclock --disable-sandbox
  '';

  installPhase = ''
    PREFIX=$out packaging/install "$(swift build --configuration release --show-bin-path)/segclock"
  '';

  # Pango is loaded by name, and zones are read from TZDIR.
  postFixup = ''
    wrapProgram $out/bin/segclock \
      --prefix LD_LIBRARY_PATH : ${lib.makeLibraryPath [ pango ]} \
      --set-default TZDIR ${tzdata}/share/zoneinfo
  '';

  meta = {
    description = "Stopwatch, timer and plan widget with digits, rings and a dial";
    homepage = "https://github.com/segclock/segclock";
    license = lib.licenses.mit;
    platforms = lib.platforms.linux;
    mainProgram = "segclock";
  };
})
