// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SoulboundToken} from "./SoulboundToken.sol";

/// Says that its holder has completed a course. The issuer can revoke it; it then stays to be seen, as revoked.
contract CourseCertificate is SoulboundToken {
    bytes32 public constant REVOKER_ROLE = keccak256("REVOKER_ROLE");

    mapping(uint256 tokenId => bool) private _revoked;

    event CertificateRevoked(uint256 indexed tokenId, string reason);

    error AlreadyRevoked(uint256 tokenId);

    constructor(
        address admin,
        address minter
    ) SoulboundToken("Lyceum Course Certificate", "LYCERT", admin, minter) {
        _grantRole(REVOKER_ROLE, minter);
    }

    function revoke(
        bytes32 ref,
        uint256 tokenId,
        string calldata reason
    ) external onlyRole(REVOKER_ROLE) once(ref) {
        _requireOwned(tokenId);
        if (_revoked[tokenId]) revert AlreadyRevoked(tokenId);
        _revoked[tokenId] = true;
        emit CertificateRevoked(tokenId, reason);
    }

    /// For a name that was spelt wrongly: the certificate stays, what it says is put right.
    function setTokenURI(
        bytes32 ref,
        uint256 tokenId,
        string calldata uri
    ) external onlyRole(MINTER_ROLE) whenNotPaused once(ref) {
        _requireOwned(tokenId);
        if (_revoked[tokenId]) revert AlreadyRevoked(tokenId);
        _setTokenURI(tokenId, uri);
    }

    function isRevoked(uint256 tokenId) external view returns (bool) {
        _requireOwned(tokenId);
        return _revoked[tokenId];
    }
}
